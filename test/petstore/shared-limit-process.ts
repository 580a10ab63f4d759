import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { nodeListener } from "../../generated/runtime/server/adapters/node.js";
import { sharedLimiter } from "../../src/runtime/server/adapters/rate-limiter-flexible.js";
import { createService } from "./service.js";

// A Pet Store that counts in the Redis whose socket is named; says its port to the process that forked it.
const [socket = ""] = process.argv.slice(2);
const redis = new Redis(socket, { enableOfflineQueue: false, retryStrategy: () => 50 });
redis.on("error", () => undefined);
const service = createService({
  keys: [
    {
      id: "shared",
      secret: "s3cret",
      limits: [
        { requests: 20, seconds: 3600 },
        { requests: 1000, seconds: 86_400 },
      ],
    },
  ],
  limiter: sharedLimiter(new RateLimiterRedis({ storeClient: redis, points: 1, duration: 1 }), {
    pause: 200,
  }),
  // The test takes the store away.
  onError: () => undefined,
});
redis.once("ready", () => {
  const server = createServer(nodeListener(service));
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
