/** What `specsmith --help` prints. */
export const generalHelp = `specsmith reads an OpenAPI description and writes TypeScript that you can commit.

  specsmith generate openapi.yaml -o src/api     write types, validators, client and server
  specsmith generate                             the same for what specsmith.config.ts says
  specsmith generate --check                     write nothing; fail when files are not up to date
  specsmith validate openapi.yaml                say what is wrong with a description
  specsmith inspect openapi.yaml --json          its operations and schemas, with their names in code
  specsmith diff git:HEAD:openapi.yaml openapi.yaml
                                                 what changed, and whom it breaks
  specsmith init                                 start a specsmith.config.ts
  specsmith templates                            list the templates, or copy one to change it

  --help after a command says more of it; --version says which specsmith this is.`;

const help: Readonly<Record<string, string>> = {
  generate: `specsmith generate [SPEC] [-o DIR]

Writes TypeScript for an OpenAPI description. SPEC is a path, an http(s) address, or - for standard
input. Without SPEC and DIR, the config file says what to read and where to write.

  -o, --output DIR     the folder for the generated files
  -c, --config FILE    in place of specsmith.config.ts, .js, .mjs or .json in this folder
      --only NAMES     just these: types,validators,client,server,
                       description,stubs (and what they need)
      --stubs DIR      handler stubs go here: yours from then on, only added to
      --check          write nothing; exit with 1 and a list when something is not up to date
      --strict         warnings count as errors
      --force          overwrite generated files that were edited by hand
      --format FORMAT  how problems are printed: pretty, json, or github (annotations)
      --watch          generate again when a file that was read, or the config, changes
      --timings        say where the time goes, on standard error
      --verbose        name each file that is read, written or removed
  -q, --quiet          print problems only

  specsmith generate openapi.yaml -o src/api
  specsmith generate https://example.com/openapi.json -o src/api --only types,client
  specsmith generate --check --format github`,
  validate: `specsmith validate SPEC

Says what is wrong with a description, and writes nothing. SPEC is a path, an http(s) address, or -
for standard input. Exits with 1 when there are errors.

      --strict         warnings count as errors
      --format FORMAT  how problems are printed: pretty, json, or github (annotations)
  -q, --quiet          say nothing when all is well`,
  inspect: `specsmith inspect SPEC --json

Prints the operations and the schemas of a description, with the name of each in code.

      --json           as JSON; a table without it
      --format FORMAT  how problems are printed: pretty, json, or github (annotations)`,
  diff: `specsmith diff OLD NEW

Says what changed between two descriptions, one line for each change: whether it breaks clients or
servers that follow the old one, and where it is in both. OLD and NEW are paths, http(s) addresses,
- for standard input, or git:REV:PATH for a file at a revision, with what it refers to there.

      --fail-on WHAT   exit with 1 when there is such a change: breaking (clients or servers), clients,
                       servers, names (of generated code), any; several with commas between
      --format FORMAT  text, json, markdown, or github (annotations)
      --rules          print the rules by which a change is judged, as a table in Markdown
  -q, --quiet          print only what --fail-on is about

Exit status: 0; 1 when --fail-on found something; 2 when the two cannot be compared.

  specsmith diff old.yaml new.yaml
  specsmith diff git:origin/main:openapi.yaml openapi.yaml --fail-on clients --format markdown`,
  init: `specsmith init [SPEC] [DIR]

Writes specsmith.config.ts for a description and an output folder, and says what to do next. On a
terminal it asks for what is not said; elsewhere the description is the one that is found, or
openapi.yaml, and the folder src/api. It never overwrites a file.

      --only NAMES     just these: types,validators,client,server,stubs
      --stubs DIR      a folder for handler stubs
  -y, --yes            ask nothing

  specsmith init openapi.yaml src/api --only types,client`,
  templates: `specsmith templates [--eject NAME]

Lists the templates that specsmith makes files from. With --eject, one of them is copied into the
folder that the config names under templates, for you to change. It never overwrites a file.

      --eject NAME     client, server or stubs
  -o, --output DIR     the folder, in the place of the config's
  -c, --config FILE    in place of specsmith.config.ts, .js, .mjs or .json in this folder`,
};

/** What `specsmith COMMAND --help` prints. */
export function commandHelp(command: string): string {
  return help[command] ?? generalHelp;
}
