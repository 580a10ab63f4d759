import type { ObservationHooks } from "../observe.js";

/** The part of `trace` of `@opentelemetry/api` that is used. */
export interface OpenTelemetryTrace {
  getActiveSpan():
    | {
        setAttribute(name: string, value: string): unknown;
        updateName(name: string): unknown;
      }
    | undefined;
}

/**
 * For `trace: spanNames(trace)`, with `trace` of `@opentelemetry/api`: the span that is active when a request comes, that of
 * the HTTP instrumentation as a rule, gets the operation's route as its name and as `http.route`, and the operation's own name.
 */
export function spanNames(trace: OpenTelemetryTrace): NonNullable<ObservationHooks["trace"]> {
  return ({ operation, route, request }, run) => {
    const span = trace.getActiveSpan();
    if (operation !== undefined && route !== undefined) {
      span?.updateName(`${request.method} ${route}`);
      span?.setAttribute("http.route", route);
      span?.setAttribute("openapi.operation_id", operation);
    }
    return run();
  };
}
