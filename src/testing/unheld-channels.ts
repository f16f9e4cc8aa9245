/**
 * A channel that nobody closed keeps Node alive, and with it Jest; a page goes
 * with its channels open.
 */
const Channel = globalThis.BroadcastChannel;

globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name);
    (this as { unref?(): void }).unref?.();
  }
};

export {};
