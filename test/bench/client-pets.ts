/** What `GET /pets` answers in the bench: five of them, as JSON. */
export const pets = JSON.stringify(
  Array.from({ length: 5 }, (_, index) => ({
    id: index + 1,
    name: `Pet number ${index + 1}`,
    categoryId: 1,
    status: "sold",
  })),
);
