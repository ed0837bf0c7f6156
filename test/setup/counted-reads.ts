/** An object that counts how often a value is read out of it. */
export function countedReads(object: object): { readonly object: object; readonly reads: () => number } {
  let reads = 0;
  const get = (target: object, name: string | symbol) => {
    reads += 1;
    return Reflect.get(target, name);
  };
  return { object: new Proxy(object, { get }), reads: () => reads };
}
