import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { GraphDrained } from '@langchain/langgraph/web';

import { recipientText, thisPage, type IModelChoice } from '../../contract';
import type {
  IKeyedModelChoice,
  IRunDependencies
} from '../run/run-dependencies';
import type { IAnsweringModel } from '../run/answering-model';
import type { Run } from '../run/run';
import { shortChoice } from '../../models';
import { UndisclosedModelError } from '../errors';

/** A model that can be asked. */
export interface IReadyModel extends IAnsweringModel {
  model: BaseChatModel;
}

interface IMade {
  ready: IReadyModel;
  /** The same model at another temperature; each one is made only once. */
  at(temperature: number): Promise<IReadyModel>;
  /** A function, so that the key inside it cannot be listed or logged. */
  isFor(chosen: IKeyedModelChoice): boolean;
}

/**
 * The models of a run. Each step uses the models chosen when it begins, so that
 * another choice, or a key, counts at the next step. A model that the person
 * was not told about is not asked: the run stays with the model it has, or ends
 * with an explanation.
 */
export class ModelSelector {
  private readonly _parts: Pick<
    IRunDependencies,
    'model' | 'provider' | 'trans'
  >;

  private _first: IMade | null = null;
  private _second: IMade | null = null;
  private _short: IMade | null = null;

  constructor(
    parts: Pick<IRunDependencies, 'model' | 'provider' | 'trans'>,
    private readonly _run: Pick<Run, 'mayAsk'>
  ) {
    this._parts = parts;
  }

  /** The model that answers if the first one fails; null for none. */
  get second(): IReadyModel | null {
    return this._second?.ready ?? null;
  }

  /**
   * The first model as chosen now; also prepares the second. Called at the
   * first request at the latest: a run that comes back after a reload may have
   * calls to apply before, and a missing key must not prevent that.
   *
   * @throws GraphDrained if the person has to say first that a model is asked;
   * the graph goes on from there later.
   */
  async take(): Promise<IReadyModel> {
    this._check();
    const { fallback, ...first } = this._parts.model();
    [this._first, this._second] = await Promise.all([
      this._takeFirst(first),
      fallback ? this._orNone(this._second, fallback) : null
    ]);
    return this._first.ready;
  }

  /**
   * The model for requests with short answers, if one is chosen; else null. It
   * is on the same server as the first, so that nothing goes to anybody else.
   */
  async takeShort(): Promise<IReadyModel | null> {
    this._check();
    const { choice: first, key, disclosed } = this._parts.model();
    const choice = shortChoice(first);
    if (!choice || !disclosed) {
      return null;
    }
    this._short = await this._orNone(this._short, {
      choice,
      key,
      disclosed
    });
    return this._short?.ready ?? null;
  }

  /**
   * The model that `take` returned last, at another temperature. A temperature
   * that the person has set takes precedence.
   */
  async at(temperature: number): Promise<IReadyModel> {
    const first = this._first;
    return first ? first.at(temperature) : this.take();
  }

  private _check(): void {
    if (!this._run.mayAsk) {
      throw new GraphDrained('A person says whether a model is asked again.');
    }
  }

  private async _takeFirst(chosen: IKeyedModelChoice): Promise<IMade> {
    const stored = this._first;
    if (stored?.isFor(chosen)) {
      return stored;
    }
    if (!chosen.disclosed) {
      return stored ?? this._refuse(chosen);
    }
    try {
      return await this._make(chosen);
    } catch (error) {
      if (!stored) {
        throw error;
      }
      // The choice may be incomplete while the settings are edited. The next
      // message reports it.
      console.warn('Cellwright: the chosen model could not be made', error);
      return stored;
    }
  }

  /**
   * A run continues without a further model that cannot be made, or that the
   * person was not told about.
   */
  private async _orNone(
    known: IMade | null,
    chosen: IKeyedModelChoice
  ): Promise<IMade | null> {
    if (known?.isFor(chosen)) {
      return known;
    }
    if (!chosen.disclosed) {
      return null;
    }
    try {
      return await this._make(chosen);
    } catch (error) {
      console.warn('Cellwright: a further model could not be made', error);
      return null;
    }
  }

  private async _make({ choice, key }: IKeyedModelChoice): Promise<IMade> {
    const provider = await this._parts.provider(choice.provider);
    const same = JSON.stringify(choice);
    const create = async (own: IModelChoice): Promise<IReadyModel> => ({
      provider,
      choice,
      model: (await provider.create(own, key)) as BaseChatModel
    });
    const ready = await create(choice);
    const others = new Map<number, Promise<IReadyModel>>();
    return {
      ready,
      at: async usualTemperature => {
        if (choice.temperature !== null || usualTemperature === 0) {
          return ready;
        }
        const other =
          others.get(usualTemperature) ??
          create({ ...choice, usualTemperature });
        // Cached, since it remembers whether its server accepts the
        // temperature.
        others.set(usualTemperature, other);
        return other;
      },
      isFor: other => other.key === key && JSON.stringify(other.choice) === same
    };
  }

  /** @throws UndisclosedModelError */
  private async _refuse({ choice }: IKeyedModelChoice): Promise<never> {
    const { provider, trans } = this._parts;
    const { label, host } = await provider(choice.provider).then(found => ({
      label: found.label(choice, trans),
      host: recipientText(found.host(choice), thisPage(), trans)
    }));
    throw new UndisclosedModelError(
      trans.__(
        'The conversation would now go to %1 at %2. Press Retry: you will see what is sent before anything leaves this page. Or choose another model.',
        label,
        host
      )
    );
  }
}

/** Takes the place of the chosen model in the graph; is never asked itself. */
export class PlaceholderModel extends BaseChatModel {
  constructor() {
    super({});
  }

  _llmType(): string {
    return 'any';
  }

  override async _generate(): Promise<never> {
    throw new Error('The middleware puts the chosen model in its place.');
  }
}
