import serverlessExpress from "@codegenie/serverless-express";
import express, { type Express } from "express";
import { handle } from "hono/aws-lambda";
import { Hono } from "hono";
import serverlessHttp from "serverless-http";
import { expressHandler } from "generated/runtime/server/adapters/express.ts";
import { honoMiddleware } from "generated/runtime/server/adapters/hono.ts";
import { check, equal } from "./harness.ts";
import { BYTES, createShop } from "./shop.ts";

/** What API Gateway passes on of a reply. */
interface Result {
  readonly statusCode: number;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

type Lambda = (event: object, context: object) => Promise<Result>;

function inExpress(wrap: (app: Express) => unknown): Lambda {
  const app = express();
  app.use(expressHandler(createShop(), { context: () => ({}) }));
  return wrap(app) as Lambda;
}

const lambdas: Readonly<Record<string, () => Lambda>> = {
  "serverless-http": () => inExpress((app) => serverlessHttp(app, { binary: true })),
  "@codegenie/serverless-express": () =>
    inExpress((app) =>
      serverlessExpress.configure({ app, binarySettings: { isBinary: () => true } }),
    ),
  "hono/aws-lambda": () =>
    handle(
      new Hono().use(honoMiddleware(createShop(), { context: () => ({}) })),
    ) as unknown as Lambda,
};

for (const [name, lambda] of Object.entries(lambdas)) {
  const ask = (method: string, target: string, type?: string, body?: Uint8Array | string) =>
    lambda()(eventOf(method, target, type, body), {});

  check(`a Lambda with ${name}: parameters, cookies, bodies and streams`, async () => {
    const { cookies, ...order } = await ask("GET", "/orders/1");
    equal([order.statusCode, textOf(order)], [200, '{"title":"of nobody in nothing"}']);
    equal(cookies, ["a=1; Path=/", "b=2; Path=/"]);
    equal(textOf(await ask("GET", "/orders?ids=1,2")), '{"ids":[1,2]}');
    equal((await ask("PUT", "/orders/1")).statusCode, 405);
    equal(
      textOf(await ask("POST", "/orders", "application/json", '{"title":"ü"}')),
      '{"title":"ü"}',
    );
    equal(textOf(await ask("PUT", "/bytes", "application/octet-stream", BYTES)), `${BYTES.length}`);
    equal(bytesOf(await ask("GET", "/bytes")), Buffer.from(BYTES));
    equal(textOf(await ask("GET", "/lines")), "1\n2\n");
  });
}

/** As an HTTP API of API Gateway sends it, version 2.0. */
function eventOf(
  method: string,
  target: string,
  type?: string,
  body?: Uint8Array | string,
): object {
  const [rawPath = "", rawQueryString = ""] = target.split("?");
  const isBase64Encoded = typeof body === "object";
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString,
    headers: { host: "a.example", ...(type && { "content-type": type }) },
    requestContext: {
      domainName: "a.example",
      http: { method, path: rawPath, sourceIp: "127.0.0.1" },
      stage: "$default",
    },
    isBase64Encoded,
    ...(body !== undefined && {
      body: isBase64Encoded ? Buffer.from(body).toString("base64") : body,
    }),
  };
}

const bytesOf = ({ body, isBase64Encoded }: Result): Buffer =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
const textOf = (result: Result): string => bytesOf(result).toString();
