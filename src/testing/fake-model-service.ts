import type {
  IAgentError,
  IModelAbilities,
  IModelChoice,
  IModelService
} from '../contract';
import { DEMO_CHOICE, isModelFault } from '../contract';

/** Keeps the choice, and records every key with where it was given. */
export class FakeModelService implements IModelService {
  choice: IModelChoice = DEMO_CHOICE;
  abilities: IModelAbilities = { images: true, contextWindow: 100_000 };
  readonly keys: { choice: IModelChoice; key: string }[] = [];
  readonly chosen: IModelChoice[] = [];
  readonly listed: IModelChoice[] = [];
  /** What `list` does. */
  answer: () => Promise<string[]> = async () => ['small', 'large'];

  get label(): string {
    return this.isDemo ? 'Demo (scripted)' : this.choice.model;
  }

  get isDemo(): boolean {
    return this.choice.provider === DEMO_CHOICE.provider;
  }

  get hasKey(): boolean {
    return this.keys.length > 0 && this.keys[this.keys.length - 1].key !== '';
  }

  get listeners(): number {
    return this._listeners.size;
  }

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  async choose(choice: IModelChoice): Promise<void> {
    this.choice = choice;
    this.chosen.push(choice);
    this._listeners.forEach(listener => listener());
  }

  setKey(choice: IModelChoice, key: string): void {
    this.keys.push({ choice, key });
    this._listeners.forEach(listener => listener());
  }

  async list(choice: IModelChoice): Promise<string[]> {
    this.listed.push(choice);
    return this.answer();
  }

  explain(fault: unknown): IAgentError {
    return {
      code: isModelFault(fault) ? fault.code : 'other',
      title: 'The model’s server did not answer.',
      text: isModelFault(fault) ? fault.detail : String(fault),
      retryable: false
    };
  }

  private readonly _listeners = new Set<() => void>();
}
