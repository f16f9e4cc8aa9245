import type { StoreApi } from 'zustand/vanilla';

import type { ISkillInfo } from '../../contract';
import type { IPanelServices } from '../state/panel-services';
import type { IPanelState } from '../state/panel-state';
import { openReportForm } from './open-report-form';

/** `/report` in the message box: opens the form, and sends nothing. */
export class ReportWord {
  /** A skill of theirs has that name, and is the one that is meant. */
  private _isSkill = false;

  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices
  ) {}

  know(skills: readonly ISkillInfo[]): void {
    this._isSkill = skills.some(({ name }) => name === 'report');
  }

  /** @returns whether a message begins with it, and has gone into the form. */
  take(text: string): boolean {
    const found = /^\/report(?:\s+([^]*))?$/.exec(text);
    const isTaken =
      found !== null && !this._isSkill && this._services.agent.reports;
    if (isTaken) {
      this.open(found[1]);
    }
    return !!isTaken;
  }

  open(prompt?: string): void {
    this._main.setState({ draft: '', recall: null });
    openReportForm(this._main, prompt ? { prompt } : {});
  }
}
