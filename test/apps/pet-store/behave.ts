/** Lets an operation of the service fail, or take its time: the mock's own words, which the real service here knows, too. */
export type Behave = (
  operation: "listPets" | "createPet" | "getPet",
  behavior: {
    readonly delay?: number;
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly times?: number;
  },
) => void;
