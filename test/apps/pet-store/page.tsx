import { QueryErrorResetBoundary, useQueryClient } from "@tanstack/react-query";
import { Component, type ReactNode, Suspense, useState } from "react";
import {
  useCreatePet,
  useInfiniteListPets,
  usePetStoreQueries,
  useSuspenseGetPet,
} from "generated/hooks.js";
import type { ListPetsRequest, Pet, PetStatus } from "generated/types.js";

/** The id of an animal that the service has not yet answered for. */
const pending = -1;

export function Page() {
  const [status, setStatus] = useState<PetStatus>();
  const [chosen, setChosen] = useState<number>();
  const request: ListPetsRequest = { query: { limit: 5, ...(status && { status }) } };
  return (
    <>
      <select onChange={({ target }) => setStatus((target.value || undefined) as PetStatus)}>
        <option value="">any</option>
        <option>available</option>
        <option>sold</option>
      </select>
      <Pets request={request} onChoose={setChosen} />
      <NewPet request={request} />
      {chosen !== undefined && (
        <QueryErrorResetBoundary>
          {({ reset }) => (
            <Boundary key={chosen} onReset={reset}>
              <Suspense fallback={<p id="waiting">…</p>}>
                <Details petId={chosen} />
              </Suspense>
            </Boundary>
          )}
        </QueryErrorResetBoundary>
      )}
    </>
  );
}

function Pets({
  request,
  onChoose,
}: {
  readonly request: ListPetsRequest;
  readonly onChoose: (id: number) => void;
}) {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteListPets(request);
  if (error) return <p id="failed">{error.message}</p>;
  return (
    <>
      <ul>
        {data?.pages.flat().map(({ id, name, status }) => (
          <li key={id} data-status={status} className={id === pending ? "pending" : "there"}>
            <button onClick={() => onChoose(id)}>{name}</button>
          </li>
        ))}
      </ul>
      <button id="more" disabled={!hasNextPage} onClick={() => void fetchNextPage()}>
        more
      </button>
    </>
  );
}

function NewPet({ request }: { readonly request: ListPetsRequest }) {
  const cache = useQueryClient();
  const queries = usePetStoreQueries();
  const { queryKey } = queries.listPets.infinite(request);
  const [notice, setNotice] = useState("");
  const adding = useCreatePet({
    onMutate: async ({ body }) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData(queryKey);
      const pet: Pet = { ...body, id: pending };
      cache.setQueryData(
        queryKey,
        before && {
          ...before,
          pages: [[pet, ...(before.pages[0] ?? [])], ...before.pages.slice(1)],
        },
      );
      return { before };
    },
    onSuccess: (pet) => setNotice(`added ${pet.name}`),
    onError: (error, _request, result) => {
      cache.setQueryData(queryKey, result?.before);
      setNotice("status" in error && error.status === 409 ? "taken" : error.message);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: queries.listPets.key() }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const name = new FormData(event.currentTarget).get("name");
        setNotice("");
        adding.mutate({ body: { name: String(name), categoryId: 1, status: "sold" } });
      }}
    >
      <input name="name" />
      <button id="add">add</button>
      <output>{notice}</output>
    </form>
  );
}

function Details({ petId }: { readonly petId: number }) {
  const { data } = useSuspenseGetPet({ path: { petId } });
  return <p id="details">{`${data.id} ${data.name}`}</p>;
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly onReset: () => void;
}

class Boundary extends Component<BoundaryProps, { readonly error?: Error | undefined }> {
  override state: { readonly error?: Error | undefined } = {};
  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }
  again = (): void => {
    this.props.onReset();
    this.setState({ error: undefined });
  };
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <p role="alert">
        <span>{error.message}</span>
        <button onClick={this.again}>again</button>
      </p>
    );
  }
}
