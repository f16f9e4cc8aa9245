import type { BaseMessage, UsageMetadata } from '@langchain/core/messages';
import { countTokensApproximately } from 'langchain';
import type { IBranch, IJournal } from '../../contract';
import type { ISpent } from '../workflows/workflow';

/** By message, since each step counts the whole conversation several times. */
const counted = new WeakMap<BaseMessage, number>();

/**
 * Tokens of messages, estimated by LangChain at four characters per token. A
 * model's own counter is never used, since it fetches an encoding from a CDN.
 */
export function tokensOf(messages: readonly BaseMessage[]): number {
  let sum = 0;
  for (const message of messages) {
    const tokens = counted.get(message) ?? countTokensApproximately([message]);
    counted.set(message, tokens);
    sum += tokens;
  }
  return sum;
}

/** What a request and its answer cost. */
export interface IUsage {
  /** Tokens of the request. */
  input: number;
  output: number;
  estimated: boolean;
  /**
   * The part of `input` that the provider had in its cache; absent if not
   * reported.
   */
  cached?: number;
  /** In the currency of the prices; absent without prices. */
  cost?: number;
}

/**
 * Tokens of a request and its answer, as the server reported them, else
 * estimated.
 *
 * @param prices per million tokens, as entered by the person.
 */
export function tokenUsage(
  request: BaseMessage[],
  answer: BaseMessage & { usage_metadata?: UsageMetadata },
  prices: { input: number; output: number } | null = null
): IUsage {
  const reported = answer.usage_metadata;
  const isTold = reported !== undefined && reported.input_tokens > 0;
  const input = isTold ? reported.input_tokens : tokensOf(request);
  const output = isTold ? reported.output_tokens : tokensOf([answer]);
  const cached = isTold ? reported.input_token_details?.cache_read : undefined;
  return {
    input,
    output,
    estimated: !isTold,
    ...(cached !== undefined && { cached }),
    ...(prices && {
      cost: (input * prices.input + output * prices.output) / 1_000_000
    })
  };
}

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
