import { type IJob, type Script, ask, finalAnswer } from './script';

const IMPORTS: Record<string, string> = {
  pd: 'import pandas as pd',
  np: 'import numpy as np',
  plt: 'import matplotlib.pyplot as plt'
};

/** Repairs a missing import. */
export function* fixCell({ texts }: IJob): Script {
  const read = yield ask('I read the cell.', 'read_notebook', {
    cells: [cellIn(texts[0])],
    outputs: true
  });
  const [, id, rest = ''] =
    /^--- cell ([\w-]+), [^\n]*\n([\s\S]*)$/.exec(read.text) ?? [];
  if (!id) {
    return finalAnswer(
      'I could not find that cell in this notebook. Click it and ask again.'
    );
  }
  const [source, output = ''] = rest.split(/\n--- (?:output\n|no output)/);
  const link = `[the cell](#cell=${id})`;
  const error = errorIn(output);
  const [, name = ''] = /^NameError: name '(\w+)'/.exec(error) ?? [];
  if (!Object.hasOwn(IMPORTS, name)) {
    return finalAnswer(
      error
        ? `It fails with ${error}. I am a scripted demo, not an AI: I can repair a missing import, and not this.`
        : `I see no error at ${link} now. Run it again if it should fail, then ask me once more.`
    );
  }
  const { outcome, text } = yield ask(
    `It fails with ${error}. I can repair that.`,
    'edit_cell',
    {
      cell_id: id,
      code: `${IMPORTS[name]}\n\n${source}`,
      run: true
    }
  );
  return finalAnswer(
    outcome === 'done'
      ? `I repaired ${link}, and it runs now.`
      : outcome === 'rejected'
        ? `I leave ${link} as it is.`
        : `I could not repair ${link}. ${errorIn(text) || text.split('\n', 1)[0]}`
  );
}

/** The line of an error. */
function errorIn(output: string): string {
  return /^\w*(?:Error|Exception|Interrupt|Exit)\b.*$/m.exec(output)?.[0] ?? '';
}

/** The cell that a message names: its id, or the number that people see. */
export function cellIn(text: string): string | undefined {
  const [, id] = /(?:⟦|#cell=)([\w-]{1,64})/.exec(text) ?? [];
  const [, sign, number] =
    /\bcell\s*([[#(]?)(\d+)\b/i.exec(text) ?? /(\[)(\d+)\]/.exec(text) ?? [];
  return id ?? (number && (sign === '#' ? `#${number}` : `[${number}]`));
}
