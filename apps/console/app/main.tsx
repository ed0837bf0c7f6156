import './styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './shell.tsx';
import { startSignIn } from './sign-in/page-sign-in.ts';
import { SignInGate } from './sign-in/sign-in-gate.tsx';

const frame = document.getElementById('console');
if (frame === null) throw new Error('The page has no place for the console.');
createRoot(frame).render(
  <StrictMode>
    <SignInGate>
      <Shell />
    </SignInGate>
  </StrictMode>,
);
void startSignIn();
