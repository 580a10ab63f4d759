import { createServer } from "node:http";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { type RPCMetadata, RPCType, setRPCMetadata } from "@opentelemetry/core";
import { nodeListener } from "generated/runtime/server/adapters/node.ts";
import { spanNames } from "generated/runtime/server/adapters/open-telemetry.ts";
import { check, equal } from "./harness.ts";
import { listen } from "./hosts.ts";
import { send } from "./http.ts";
import { createShop } from "./shop.ts";

check(
  "OpenTelemetry: it is the span of the request, also inside of one of the framework",
  async (after) => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    after(() => context.disable());
    const tracer = provider.getTracer("test");
    const api = nodeListener(createShop({ trace: spanNames(trace, context) }), {
      context: () => ({}),
    });
    const http = createServer((request, response) => {
      // As the instrumentations of HTTP and of Express do.
      const span = tracer.startSpan("GET");
      const metadata: RPCMetadata = { type: RPCType.HTTP, span };
      response.once("close", () => span.setAttribute("route", String(metadata.route)).end());
      const outer = setRPCMetadata(trace.setSpan(context.active(), span), metadata);
      const inner = tracer.startSpan("middleware", {}, outer);
      context.with(trace.setSpan(outer, inner), () => api(request, response));
      inner.end();
    });
    await send(await listen(http, after), "/orders/7");
    for (let turn = 0; turn < 40 && exporter.getFinishedSpans().length < 2; turn++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const route = "/orders/{orderId}";
    equal(
      exporter.getFinishedSpans().map(({ name, attributes }) => [name, { ...attributes }]),
      [
        ["middleware", {}],
        [`GET ${route}`, { "http.route": route, "openapi.operation_id": "getOrder", route }],
      ],
    );
  },
);

check("OpenTelemetry: the span has the route and the operation", async (after) => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  after(() => context.disable());
  const tracer = provider.getTracer("test");
  const api = nodeListener(createShop({ trace: spanNames(trace) }), { context: () => ({}) });
  const http = createServer((request, response) => {
    // As the HTTP instrumentation does.
    const span = tracer.startSpan(request.method ?? "");
    response.once("close", () => span.end());
    context.with(trace.setSpan(context.active(), span), () => api(request, response));
  });
  const url = await listen(http, after);
  await send(url, "/orders/7");
  await send(url, "/nothing");
  for (let turn = 0; turn < 40 && exporter.getFinishedSpans().length < 2; turn++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes }) => [name, { ...attributes }]);
  equal(spans, [
    [
      "GET /orders/{orderId}",
      { "http.route": "/orders/{orderId}", "openapi.operation_id": "getOrder" },
    ],
    ["GET", {}],
  ]);
});
