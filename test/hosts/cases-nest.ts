import "reflect-metadata";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  All,
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Inject,
  Injectable,
  Module,
  type NestInterceptor,
  Next,
  Post,
  Body,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter, type NestExpressApplication } from "@nestjs/platform-express";
import express from "express";
import session from "express-session";
import helmet from "helmet";
import { tap } from "rxjs";
import { joinHandlers } from "generated/runtime/server/server.ts";
import { nestHandler } from "generated/runtime/server/adapters/nest.ts";
import { type After, check, equal } from "./harness.ts";
import { type Sent, json, send, urlencoded } from "./http.ts";
import { type Known, createShop } from "./shop.ts";
import type { ShopHandlers } from "generated/server.ts";

/** A provider with a dependency of its own, whose methods are handlers. */
@Injectable()
class Titles {
  readonly prefix = "from Nest";
}

@Injectable()
class Orders {
  readonly #titles: Titles;
  constructor(@Inject(Titles) titles: Titles) {
    this.#titles = titles;
  }
  async addOrder({ body }: Parameters<ShopHandlers<string, Known>["addOrder"]>[0]) {
    return {
      status: 201 as const,
      body: { ...body, title: `${this.#titles.prefix}: ${body.title}` },
    };
  }
}

class Guard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return (
      context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers["x-bad"] ===
      undefined
    );
  }
}

const seen: string[] = [];
class Interceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler) {
    seen.push("before");
    return next.handle().pipe(tap(() => void seen.push("after")));
  }
}

@Controller()
class Own {
  @Post("own") own(@Body() body: { a: number }) {
    return body;
  }
}

@Controller()
@UseGuards(Guard)
@UseInterceptors(Interceptor)
class Api {
  readonly #handle: ReturnType<typeof nestHandler>;
  constructor(@Inject(Orders) orders: Orders) {
    const shop = createShop();
    void shop;
    this.#handle = nestHandler(
      createShop({
        handlers: joinHandlers(orders, rest) as unknown as ShopHandlers<string, Known>,
      }),
      {
        context: (request: never) => ({
          session: (request as { session: Known["session"] }).session,
        }),
        unmatched: "next",
      },
    );
  }
  @All("*path") api(@Req() request: never, @Res() response: never, @Next() next: () => void) {
    return this.#handle(request, response, next);
  }
}

const rest: Partial<ShopHandlers<string, Known>> = {
  getOrder: () => ({ status: 200, contentType: "text/plain", body: "one" }),
  login({ body }, { host }) {
    if (host.session) host.session.user = body.user;
    return { status: 200, body };
  },
  getSession: (_, { host }) => ({ status: 200, body: host.session?.user ?? "nobody" }),
};

@Module({ controllers: [Own, Api], providers: [Titles, Orders] })
class App {}

async function start(
  after: After,
  rawBody: boolean,
): Promise<(target: string, sent?: Sent) => ReturnType<typeof send>> {
  const app = await NestFactory.create<NestExpressApplication>(App, new ExpressAdapter(express()), {
    logger: false,
    rawBody,
    abortOnError: false,
  });
  app.enableCors({ origin: "https://a.example" });
  app.use(helmet(), session({ secret: "s", resave: false, saveUninitialized: false }));
  app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
  await app.listen(0, "127.0.0.1");
  const http = app.getHttpServer() as Server;
  after(() => {
    http.closeAllConnections();
    return app.close();
  });
  return (target, sent) =>
    send(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, target, sent);
}

check(
  "Nest: a guard refuses, an interceptor runs around, and handlers are methods of a provider",
  async (after) => {
    const ask = await start(after, false);
    equal((await ask("/orders/1", { headers: { "x-bad": "1" } })).status, 403);
    seen.length = 0;
    equal((await ask("/orders", json({ title: "a" }))).text, '{"title":"from Nest: a"}');
    equal(seen[0], "before");
  },
);
check("Nest: its own routes keep their parsers and pipes", async (after) => {
  const ask = await start(after, false);
  equal((await ask("/own", json({ a: 1 }))).text, '{"a":1}');
  equal((await ask("/nothing")).status, 404);
});
check("Nest: helmet, CORS and sessions", async (after) => {
  const ask = await start(after, false);
  const { headers } = await ask("/login", {
    ...urlencoded("user=ada"),
    headers: { origin: "https://a.example", "content-type": "application/x-www-form-urlencoded" },
  });
  equal(
    [headers["x-frame-options"], headers["access-control-allow-origin"]],
    ["SAMEORIGIN", "https://a.example"],
  );
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  equal((await ask("/session", { headers: { cookie } })).text, '"ada"');
});
check("Nest: with rawBody, integers beyond 2^53 are judged as they came", async (after) => {
  const ask = await start(after, true);
  const long = await ask("/orders", {
    ...json({}),
    body: '{"title":"a","count":9007199254740993}',
  });
  equal(long.status, 400);
});
