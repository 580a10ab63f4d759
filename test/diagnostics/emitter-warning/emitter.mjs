export default {
  name: "docs",
  emit(model, { warn }) {
    for (const { id, prose, source } of model.operations)
      if (prose.summary === "") warn(`${id} has no summary`, source);
    return [];
  },
};
