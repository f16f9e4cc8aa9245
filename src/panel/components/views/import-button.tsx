import { useRef } from 'react';

import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';

/** Imports an exported file, from here or elsewhere. */
export function ImportButton({
  label,
  onChoose
}: {
  /** Accessible name, which says what the file contains. */
  label: string;
  onChoose(file: File): void;
}) {
  const { trans } = usePanel().services;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        {trans.__('Import')}
      </Button>
      <input
        ref={input}
        type="file"
        className="jp-Cellwright-hidden"
        accept=".json,application/json"
        aria-label={label}
        tabIndex={-1}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) {
            onChoose(chosen);
          }
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
