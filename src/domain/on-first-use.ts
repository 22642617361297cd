/** What costs more to make than the start of a program may take: made where somebody first asks. */
export function onFirstUse<Value extends object | boolean>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
