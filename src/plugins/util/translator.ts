import { nullTranslator, type ITranslator } from '@jupyterlab/translation';

import { quoting } from '../../contract/text/translator';

/** Our sentences in the person's language, or in English. */
export const ourSentences = (translator: ITranslator | null) =>
  quoting((translator ?? nullTranslator).load('cellwright'));
