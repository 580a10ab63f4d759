import { Dog, DogsClient, Size, StatusClient } from "./nswag.js";

const dogs = new DogsClient();
const dog: Dog = new Dog({ name: "Rex", size: Size.Big });
dogs.getDogs(null, 1).subscribe((all) => all.map(({ name }) => name));
dogs.updateDog(7, dog).subscribe(() => undefined);
new StatusClient().getHealth().subscribe(() => undefined);
// @ts-expect-error: a dog has a name
dogs.updateDog(7, {});
