/**
 * What the first view to open needs and others share. Every view imports it, so that the bundle has it in one file: a request
 * takes longer than what it brings. A part that only some views share is a file of its own.
 */
import './api/guidance.ts';
import './api/record-values.ts';
import './decisions/confirm-decision.tsx';
import './decisions/decide-pair.tsx';
import './decisions/decided-banner.tsx';
import './decisions/decision-list.tsx';
import './decisions/use-deciding.ts';
import './parts/empty.tsx';
import './parts/entity-id.tsx';
import './parts/first-of.tsx';
import './parts/icon.tsx';
import './parts/loading.tsx';
import './parts/modal.tsx';
import './parts/problems.tsx';
import './parts/record-table.tsx';
import './parts/rule-chip.tsx';
import './parts/score.tsx';
import './place.ts';
import './sign-in/page-sign-in.ts';
import './use-form-of.ts';
import './use-handed-focus.ts';
import './use-request.ts';
import './with-deployment.tsx';
