import { setupWorker } from "msw/browser";
import { mockPetStore } from "generated/mocks.js";
import type { Behave } from "./behave.ts";

/** Answers in the place of the service, in a worker of Mock Service Worker. */
export async function startMock(): Promise<void> {
  const mock = mockPetStore();
  await setupWorker(...mock.msw()).start({ quiet: true, onUnhandledRequest: "bypass" });
  const behave: Behave = (operation, behavior) => mock.use({ [operation]: behavior });
  Object.assign(window, { behave });
}
