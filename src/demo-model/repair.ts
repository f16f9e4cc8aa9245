/** An error as shown in a cell's output. */
export interface IShownError {
  name: string;
  message: string;
}

/** What is needed to repair a cell, or the repair itself. */
export type Repair =
  | { kind: 'look'; tool: 'inspect_variables' | 'list_files' }
  | { kind: 'change'; code: string; what: string }
  | { kind: 'none'; why: string };

const IMPORTS: Record<string, string> = {
  pd: 'import pandas as pd',
  np: 'import numpy as np',
  plt: 'import matplotlib.pyplot as plt',
  sns: 'import seaborn as sns',
  os: 'import os',
  re: 'import re',
  json: 'import json',
  math: 'import math',
  datetime: 'import datetime',
  Path: 'from pathlib import Path'
};

export function shownError(output: string): IShownError | null {
  const match = /^(\w*(?:Error|Exception|Interrupt|Exit)): ?(.*)$/m.exec(
    output
  );
  return match ? { name: match[1], message: match[2] } : null;
}

/**
 * @param known the existing names (variables, columns or files), once they have
 * been looked up; null before that.
 */
export function repair(
  source: string,
  error: IShownError,
  known: string[] | null
): Repair {
  const quoted = /['"]([^'"]+)['"]/.exec(error.message)?.[1] ?? '';
  switch (error.name) {
    case 'NameError':
      if (quoted in IMPORTS) {
        return {
          kind: 'change',
          code: `${IMPORTS[quoted]}\n\n${source}`,
          what: `\`${quoted}\` was never imported, so I added \`${IMPORTS[quoted]}\``
        };
      }
      return known === null
        ? { kind: 'look', tool: 'inspect_variables' }
        : replaced(source, quoted, known, 'variable', false);
    case 'KeyError':
      return known === null
        ? { kind: 'look', tool: 'inspect_variables' }
        : replaced(source, quoted, known, 'column', true);
    case 'FileNotFoundError': {
      const path = /: ['"]([^'"]+)['"]/.exec(error.message)?.[1] ?? quoted;
      return known === null
        ? { kind: 'look', tool: 'list_files' }
        : replaced(source, path, known, 'file', true);
    }
    case 'AttributeError': {
      const meant = /has no attribute '(\w+)'.*Did you mean: '(\w+)'/.exec(
        error.message
      );
      return meant
        ? {
            kind: 'change',
            code: source.replaceAll(`.${meant[1]}`, `.${meant[2]}`),
            what: `\`${meant[1]}\` should be \`${meant[2]}\``
          }
        : { kind: 'none', why: cannot(error) };
    }
    case 'ModuleNotFoundError':
      return {
        kind: 'none',
        why: `The kernel has no package \`${quoted}\`. Run \`%pip install ${quoted}\` in a cell, then run this cell again.`
      };
    default:
      return { kind: 'none', why: cannot(error) };
  }
}

function cannot({ name }: IShownError): string {
  return `I am a scripted demo, not an AI: I can repair a missing import and a mistyped name, column or file, but not this ${name}.`;
}

function replaced(
  source: string,
  wrong: string,
  known: string[],
  thing: string,
  literal: boolean
): Repair {
  const right = nearest(wrong, known);
  if (wrong === '' || right === null) {
    return {
      kind: 'none',
      why: `There is no ${thing} \`${wrong}\`, and none with a name like it.`
    };
  }
  const pattern = literal
    ? new RegExp(`(["'])${escape(wrong)}\\1`, 'g')
    : new RegExp(`\\b${escape(wrong)}\\b`, 'g');
  const code = source.replace(pattern, (_, mark: string) =>
    literal ? `${mark}${right}${mark}` : right
  );
  return code === source
    ? { kind: 'none', why: `I could not find \`${wrong}\` in the cell itself.` }
    : {
        kind: 'change',
        code,
        what: `there is no ${thing} \`${wrong}\`, but there is \`${right}\``
      };
}

/** The known name most similar to the wrong one; null if none is similar. */
function nearest(wrong: string, known: string[]): string | null {
  const base = (name: string) => name.split('/').pop()?.toLowerCase() ?? '';
  const ranked = known
    .filter(name => name !== wrong)
    .map(name => ({ name, distance: likeness(base(wrong), base(name)) }))
    .sort((a, b) => a.distance - b.distance);
  return ranked.length > 0 && ranked[0].distance <= 0.5 ? ranked[0].name : null;
}

/** 0 for identical words, 1 for nothing in common; a common prefix counts as close. */
function likeness(a: string, b: string): number {
  if (a.length > 2 && (b.startsWith(a) || a.startsWith(b))) {
    return 0.1;
  }
  return distance(a, b) / Math.max(a.length, b.length, 1);
}

/** Edits between two words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(
        row[j] + 1,
        next[j - 1] + 1,
        row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      );
    }
    row = next;
  }
  return row[b.length];
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
