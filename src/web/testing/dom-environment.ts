import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** Globals that jsdom replaces by its own, which Node's crypto and fetch do not accept. */
const OF_NODE = ['ArrayBuffer', 'Uint8Array', 'Blob', 'File', 'FormData', 'Request', 'URL', 'URLSearchParams'] as const;

/** jsdom beside the product's server: a component test calls real HTTP of a server in its own process. */
export default {
  name: 'dom',
  viteEnvironment: 'ssr', // NOTE: Vite prepares the server's modules for Node
  async setup(global, options) {
    const own = OF_NODE.map((name) => [name, Object.getOwnPropertyDescriptor(global, name)] as const);
    const dom = await builtinEnvironments.jsdom.setup(global, options);
    for (const [name, descriptor] of own) if (descriptor) Object.defineProperty(global, name, descriptor);
    const network = globalThis.fetch;
    // A page without a product has no answers: the name of its origin is not looked up in the network.
    globalThis.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      if (url.origin === location.origin) throw new TypeError('No product is started');
      return network(input, init);
    };
    return {
      async teardown(of) {
        globalThis.fetch = network;
        await dom.teardown(of);
      },
    };
  },
} satisfies Environment;
