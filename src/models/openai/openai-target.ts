import type { IModelChoice } from '../../contract';
import type { IRequestFacts } from '../errors/model-fault';
import { target, textOption } from '../provider/options';

/** Where and how to send requests to a server with OpenAI's protocol. */
export interface IOpenAITarget {
  base: URL;
  model: string;
  /** Added to each address; the API version for Azure. */
  query?: Record<string, string>;
  /** The header for the key, if it isn't `authorization`. */
  keyHeader?: string;
  facts: IRequestFacts;
}

const AZURE = /\.azure\.(com|us|cn)$/;

/** For Azure addresses with a deployment in their path; others need no version. */
const AZURE_VERSION = '2024-10-21';

/** @throws ModelFault for an invalid address or model. */
export function openaiTarget(
  choice: IModelChoice,
  key: string | undefined,
  otherwise = ''
): IOpenAITarget {
  const { base, model, facts } = target(choice, key, otherwise);
  return { base, model, ...wayIn(choice, base), facts };
}

/** The header for the key, and the query, as required by Azure or set by the person. */
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
