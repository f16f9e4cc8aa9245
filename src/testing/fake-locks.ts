/** The Web Locks of one browser, shared by its tabs. */
export class FakeLocks {
  request = async (
    name: string,
    options: LockOptions | LockGrantedCallback<unknown>,
    callback?: LockGrantedCallback<unknown>
  ): Promise<never> => {
    const {
      mode = 'exclusive',
      ifAvailable,
      steal,
      signal
    } = options as LockOptions;
    const act = (callback ?? options) as LockGrantedCallback<unknown>;
    if (signal?.aborted) {
      throw signal.reason;
    }
    const held = this._held.get(name);
    if (held && steal) {
      this._held.delete(name);
      held.steal();
    } else if (held && ifAvailable) {
      return (await act(null)) as never;
    }
    while (this._held.has(name)) {
      await new Promise<void>((resolve, reject) => {
        this._waiting.push(resolve);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    }
    return (await new Promise<unknown>((resolve, reject) => {
      const mine: IHeld = {
        mode,
        steal: () =>
          reject(new DOMException('The lock was stolen.', 'AbortError'))
      };
      this._held.set(name, mine);
      Promise.resolve(act({ name, mode }))
        .then(resolve, reject)
        .finally(() => {
          if (this._held.get(name) === mine) {
            this._held.delete(name);
          }
          this._waiting.splice(0).forEach(wake => wake());
        });
    })) as never;
  };

  query = async (): Promise<LockManagerSnapshot> => ({
    held: [...this._held].map(([name, { mode }]) => ({
      clientId: 'tab',
      name,
      mode
    })),
    pending: []
  });

  private _held = new Map<string, IHeld>();

  private _waiting: (() => void)[] = [];
}

interface IHeld {
  mode: LockMode;
  steal(): void;
}
