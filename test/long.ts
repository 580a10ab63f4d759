/** Whether tests take all of what they can, as `.ci/run` does; `npm test` has five minutes. */
export const isLong = process.env["LONG"] !== undefined;
