import type { ObservationHooks } from "../observe.js";

interface Span {
  setAttribute(name: string, value: string): unknown;
  updateName(name: string): unknown;
}

/** The part of `trace` of `@opentelemetry/api` that is used. */
export interface OpenTelemetryTrace {
  getActiveSpan(): Span | undefined;
}

/** The part of `context` of `@opentelemetry/api` that is used. */
export interface OpenTelemetryContext {
  active(): { getValue(key: symbol): unknown };
}

/** Key under which the HTTP instrumentation passes its span to those of frameworks, which have own spans for middleware. */
const HTTP_SPAN = Symbol.for("OpenTelemetry SDK Context Key RPC_METADATA");

/**
 * For `trace: spanNames(trace, context)`, both of `@opentelemetry/api`: the span of the HTTP instrumentation gets the operation's
 * route as its name and as `http.route`, and the operation's own name. Without such a span, or `context`, it is the active one.
 */
export function spanNames(
  trace: OpenTelemetryTrace,
  context?: OpenTelemetryContext,
): NonNullable<ObservationHooks["trace"]> {
  return ({ operation, route, request }, run) => {
    if (operation !== undefined && route !== undefined) {
      const known = context?.active().getValue(HTTP_SPAN) as
        { readonly span?: Span; route?: string } | undefined;
      // From there, the name is made again when the reply is sent.
      if (known !== undefined) known.route = route;
      const span = known?.span ?? trace.getActiveSpan();
      span?.updateName(`${request.method} ${route}`);
      span?.setAttribute("http.route", route);
      span?.setAttribute("openapi.operation_id", operation);
    }
    return run();
  };
}
