/**
 * A channel that was not closed keeps Node alive, and with it Jest, while a
 * page ends even with open channels.
 */
const Channel = globalThis.BroadcastChannel;

globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name);
    (this as { unref?(): void }).unref?.();
  }
};

export {};
