/** What modules of the console read from the browser when they are loaded; Node has none of it. */
const stored = new Map<string, string>();

const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
};
Object.assign(globalThis, {
  localStorage: storage,
  sessionStorage: storage,
  addEventListener: () => undefined,
});
