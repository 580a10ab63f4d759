// The process of one contender: says its port, and then, whenever it is asked, how much processor time it took.
const [file = ""] = process.argv.slice(2);
const { start } = (await import(file)) as {
  readonly start: () => Promise<number>;
};
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
process.send?.(await start());
