/** The manifest in an output folder: what the last run wrote. */
export const manifestName = ".specsmith.json";
/** The folder in an output folder for what is under way; there only while files are being written. */
export const workName = ".specsmith.work";
