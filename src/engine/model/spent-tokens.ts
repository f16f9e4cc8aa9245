import type { IBranch, IJournal } from '../../contract';
import type { ISpent } from '../run-context/workflow';
import type { IUsage } from './token-usage';

/**
 * What the requests of one work have cost. Stored beside the conversation, so
 * that a later page continues the count.
 */
export class SpentTokens {
  private readonly _name: string;
  private readonly _before: Promise<ISpent>;
  private _here: ISpent = { tokens: 0, cost: 0 };

  constructor(
    private readonly _journal: Pick<IJournal, 'remember' | 'remembered'>,
    private readonly _at: IBranch,
    id: string
  ) {
    this._name = `spent ${id}`;
    this._before = _journal
      .remembered(_at)
      .then(({ [this._name]: stored }) => spentIn(stored))
      .catch((error: unknown) => {
        console.warn('Cellwright: earlier spending could not be read', error);
        return { tokens: 0, cost: 0 };
      });
  }

  /** Adds the usage of one request. */
  add({ input, output, cost = 0 }: IUsage): void {
    const { tokens, cost: before } = this._here;
    this._here = { tokens: tokens + input + output, cost: before + cost };
    void this._keep();
  }

  async total(): Promise<ISpent> {
    const { tokens, cost } = await this._before;
    return {
      tokens: tokens + this._here.tokens,
      cost: cost + this._here.cost
    };
  }

  private async _keep(): Promise<void> {
    try {
      const fact = JSON.stringify(await this.total());
      await this._journal.remember(this._at, { [this._name]: fact });
    } catch (error) {
      // Only a later page needs it, and another tab may have taken over the
      // conversation.
      console.debug('Cellwright: spending could not be stored', error);
    }
  }
}

function spentIn(stored: string | undefined): ISpent {
  const { tokens, cost } = JSON.parse(stored ?? '{}') as Partial<ISpent>;
  return {
    tokens: typeof tokens === 'number' ? tokens : 0,
    cost: typeof cost === 'number' ? cost : 0
  };
}
