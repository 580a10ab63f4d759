import type { SuccessStatus } from "./http.js";

/** Statuses with a registered meaning, by class. Literal unions let `switch (reply.status)` narrow. */
export type InformationalStatus = 100 | 101 | 102 | 103;
export type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
// prettier-ignore
export type ClientErrorStatus =
  | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415
  | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451;
export type ServerErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
export type ErrorStatus = ClientErrorStatus | ServerErrorStatus;
export type Status = SuccessStatus | RedirectStatus | ErrorStatus;
