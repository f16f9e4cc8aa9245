import type { IModelChoice } from '../../contract';
import type { IRequestFacts } from '../errors/model-fault';
import { target, textOption } from '../provider/options';

/** Where requests to a server of OpenAI's protocol go, and how. */
export interface IOpenAITarget {
  base: URL;
  model: string;
  /** Added to each address; Azure's version of its API. */
  query?: Record<string, string>;
  /** The header of the key, where it isn't `authorization`. */
  keyHeader?: string;
  facts: IRequestFacts;
}

const AZURE = /\.azure\.(com|us|cn)$/;

/** Of Azure's addresses with a deployment in their path; the others need none. */
const AZURE_VERSION = '2024-10-21';

/** @throws ModelFault for an address or a model that cannot be. */
export function openaiTarget(
  choice: IModelChoice,
  key: string | undefined,
  otherwise = ''
): IOpenAITarget {
  const { base, model, facts } = target(choice, key, otherwise);
  return { base, model, ...wayIn(choice, base), facts };
}

/** Header of the key and query, as Azure wants them or as the person says. */
export function wayIn(
  choice: IModelChoice,
  base: URL
): Pick<IOpenAITarget, 'keyHeader' | 'query'> {
  const isAzure = AZURE.test(base.hostname);
  const header = textOption(choice, 'keyHeader', 'auto');
  const needsVersion = isAzure && base.pathname.includes('/deployments/');
  const version =
    textOption(choice, 'apiVersion') || (needsVersion ? AZURE_VERSION : '');
  return {
    ...(header === 'api-key' || (header === 'auto' && isAzure)
      ? { keyHeader: 'api-key' }
      : {}),
    ...(version ? { query: { 'api-version': version } } : {})
  };
}
