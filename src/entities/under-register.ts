import type { RegisterAccess } from './rule-versions/register-access.ts';
import type { Resolution } from './types.ts';

/**
 * Has every operation ask first whether the rules of this process are still those of the table; it costs nothing as soon as
 * something is stored. A submit asks by a write, before it stores its records (submit.ts).
 */
export function underRegister(resolution: Resolution, register: RegisterAccess): Resolution {
  const asking =
    <Arguments extends unknown[], Answer>(run: (...given: Arguments) => Promise<Answer>) =>
    (...given: Arguments): Promise<Answer> =>
      register.isSettled ? run(...given) : register.beforeReading().then(() => run(...given));
  return {
    submit: resolution.submit,
    submitWithPreview: asking(resolution.submitWithPreview),
    disassemble: asking(resolution.disassemble),
    removeConnectionBan: asking(resolution.removeConnectionBan),
    search: asking(resolution.search),
    entity: asking(resolution.entity),
    entityByRecord: asking(resolution.entityByRecord),
    explain: asking(resolution.explain),
    pathsRead: resolution.pathsRead,
    assemblyStatus: asking(resolution.assemblyStatus),
    metrics: asking(resolution.metrics),
    oldestInterrupted: asking(resolution.oldestInterrupted),
    sweep: asking(resolution.sweep),
  };
}
