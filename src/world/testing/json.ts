/** JSON as it comes from the parser: tests look at parts of it and compare them, so no shape is claimed before. */
export type Json = ReturnType<typeof JSON.parse>;
