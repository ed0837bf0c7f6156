import { takeConfiguration } from '../api/configuration.ts';
import { startDeployment } from '../deployment.ts';
import { pageData } from '../page-data.ts';
import { startSignIn } from './page-sign-in.ts';

// A script of its own: the token and what every view needs are asked for before the views are there.
takeConfiguration(pageData('configuration'));
void startSignIn();
startDeployment();
