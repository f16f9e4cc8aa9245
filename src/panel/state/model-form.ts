import {
  type IAgentError,
  type IConnectionTest,
  type IModelChoice,
  type IModelProviderInfo,
  type ITranslator,
  addressProblemText,
  DEMO_CHOICE,
  readModelAddress,
  thisPage
} from '../../contract';

/** The content of the form of the model's settings. Never a key. */
export interface IModelForm {
  choice: IModelChoice;
  /** Numbers as typed, by field; absent while untouched. */
  typed: Partial<Record<NumberField | `option:${string}`, string>>;
  /** Whether a typed key is stored on this device. */
  remember: boolean;
  /** Models that the endpoint lists; null until it was asked. */
  models: string[] | null;
  fetching: boolean;
  /** Result of the connection test; null before one. */
  test: { running: true } | ({ running: false } & IConnectionTest) | null;
  error: IAgentError | null;
}

export type NumberField =
  'temperature' | 'contextWindow' | 'inputPrice' | 'outputPrice';

/** The initial choice when a person switches to another provider. */
export function firstChoice(provider: IModelProviderInfo): IModelChoice {
  return {
    ...DEMO_CHOICE,
    provider: provider.id,
    baseUrl: provider.presets[0]?.baseUrl ?? ''
  };
}

/** The text of a field: what was typed, else the current choice. */
export function numberText(form: IModelForm, field: NumberField): string {
  const { temperature, contextWindow, prices } = form.choice;
  const stored = {
    temperature,
    contextWindow,
    inputPrice: prices?.input ?? null,
    outputPrice: prices?.output ?? null
  }[field];
  return form.typed[field] ?? String(stored ?? '');
}

/**
 * An address without what causes errors on servers: spaces around it and
 * slashes at its end.
 */
export function plainAddress(address: string): string {
  return address.trim().replace(/(?<!\/)\/+$/, '');
}

/**
 * The choice that the form represents.
 * @returns a sentence instead if something in it cannot be used.
 */
export function chosen(
  form: IModelForm,
  provider: IModelProviderInfo,
  trans: ITranslator
): IModelChoice | string {
  if (provider.id === DEMO_CHOICE.provider) {
    return DEMO_CHOICE;
  }
  const baseUrl = plainAddress(form.choice.baseUrl);
  const wantsAddress = provider.presets.length > 0 || baseUrl !== '';
  if (provider.address && wantsAddress) {
    const page = thisPage();
    const read = readModelAddress(baseUrl, page);
    if ('problem' in read) {
      return addressProblemText(read.problem, page, trans);
    }
  }
  const model = form.choice.model.trim();
  if (!model && (provider.address || provider.models.length > 0)) {
    return trans.__(
      'Enter a model’s name, or press Fetch models to see the list.'
    );
  }
  const temperature = numberIn(form, 'temperature');
  if (temperature !== null && !(temperature >= 0 && temperature <= 2)) {
    return trans.__('The temperature is a number from 0 to 2.');
  }
  const contextWindow = numberIn(form, 'contextWindow');
  if (
    contextWindow !== null &&
    !(Number.isInteger(contextWindow) && contextWindow >= 1000)
  ) {
    return trans.__(
      'The context window is a whole number of tokens, 1000 or more.'
    );
  }
  const input = numberIn(form, 'inputPrice');
  const output = numberIn(form, 'outputPrice');
  if ([input, output].some(price => price !== null && !(price >= 0))) {
    return trans.__('A price is a number, 0 or more.');
  }
  const options = optionsIn(form, provider, trans);
  if (typeof options === 'string') {
    return options;
  }
  return {
    ...form.choice,
    baseUrl: provider.address ? baseUrl : '',
    model,
    temperature,
    contextWindow,
    options,
    prices:
      input === null && output === null
        ? null
        : { input: input ?? 0, output: output ?? 0 }
  };
}

/** The provider's own settings; a sentence if one cannot be used. */
function optionsIn(
  form: IModelForm,
  provider: IModelProviderInfo,
  trans: ITranslator
): IModelChoice['options'] | string {
  const options = { ...form.choice.options };
  for (const option of provider.options) {
    const typed = form.typed[`option:${option.name}`]?.trim();
    if (option.kind !== 'number' || typed === undefined) {
      continue;
    }
    if (typed === '') {
      delete options[option.name];
    } else if (Number.isFinite(Number(typed))) {
      options[option.name] = Number(typed);
    } else {
      return trans.__('“%1” takes a number.', option.title);
    }
  }
  return options;
}

function numberIn(form: IModelForm, field: NumberField): number | null {
  const text = numberText(form, field).trim();
  return text === '' ? null : Number(text);
}
