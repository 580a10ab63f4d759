"use client";

import { useState } from "react";
import { createBookShopClient, isErrorOf } from "@/src/api";
import { parseBook } from "@/src/api/validators";

const shop = createBookShopClient({ baseUrl: "/v1" });

export function Add() {
  const [said, say] = useState("");
  const add = (): void => {
    shop.addBook({ body: parseBook({ title: "Emma" }) }).then(
      ({ title }) => say(title),
      (error: unknown) => say(isErrorOf(error, "addBook") ? error.body.detail : "failed"),
    );
  };
  return <button onClick={add}>Add {said}</button>;
}
