import { createPetStoreClient } from "./out/api/client.js";

const [, , baseUrl = "", key = ""] = process.argv;
const petStore = createPetStoreClient({ baseUrl, bearerAuth: key });

const ada = await petStore.createPet({ body: { name: "Ada", categoryId: 7 } });
const pets = await petStore.listPets({ query: { limit: 5 } });
const found = await petStore.getPet({ path: { petId: ada.id } });
if (pets.length !== 1 || found.name !== "Ada") throw new Error("the animal did not come back");
console.log("listed, created and fetched", found);
