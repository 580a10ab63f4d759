import { defineTransform, rename, withOperations } from "specsmith";

/** `list_dogs_v2` becomes `listDogs`, `DogDto` becomes `Dog`; what is tagged `internal` is left out. */
export default defineTransform((model) => {
  const shown = model.operations.filter(({ tags }) => !tags.includes("internal"));
  return rename(withOperations(model, shown), {
    operation: ({ id }) => (id === "list_dogs_v2" ? "listDogs" : undefined),
    schema: ({ name }) => name.replace(/Dto$/, ""),
  });
});
