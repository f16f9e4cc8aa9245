import { ModelFault, type IEmbeddings } from '../../contract';
import { named, type IRequestFacts } from '../errors/model-fault';
import { resourceUrl } from '../provider/resolve-base-url';
import { askWhole } from '../transport/ask-whole';

/** Length of the vectors; ten times more would hardly improve them. */
const DIMENSIONS = 768;

/** Vectors of texts, from Google's own API. @throws ModelFault */
export function googleEmbeddings(
  base: URL,
  name: string,
  facts: IRequestFacts
): IEmbeddings {
  const model = `models/${name.replace(/^models\//, '')}`;
  return {
    embedDocuments: async texts => {
      const answer = await askWhole(
        {
          url: resourceUrl(base, `/v1beta/${model}:batchEmbedContents`),
          keyHeader: 'x-goog-api-key',
          body: JSON.stringify({
            requests: texts.map(text => ({
              model,
              content: { parts: [{ text }] },
              outputDimensionality: DIMENSIONS
            }))
          })
        },
        facts
      );
      const list = listIn(answer);
      if (!list) {
        throw new ModelFault('not-json', answer.slice(0, 200), named(facts));
      }
      return list;
    }
  };
}

/** The vectors in an answer; null if it has none. */
function listIn(answer: string): number[][] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer);
  } catch {
    // Not JSON; the caller reports it.
    return null;
  }
  const { embeddings } = (parsed ?? {}) as { embeddings?: unknown };
  return Array.isArray(embeddings)
    ? embeddings.map((each: { values?: number[] } | null) => each?.values ?? [])
    : null;
}
