import { Package } from '@bolide/meteor/core-runtime';
import { Meteor } from './meteor.js';
import type { MeteorEnv } from './types.js';

/** Sets `isTest`, `isAppTest`, `isPackageTest` from TEST_METADATA, and starts the test driver if one is named. */
export function setUpTestEnvironment(env: MeteorEnv): void {
  const metadata = JSON.parse(env.TEST_METADATA || '{}') as {
    driverPackage?: string;
    isTest?: boolean;
    isAppTest?: boolean;
  };
  Meteor.isTest = Boolean(metadata.isTest);
  Meteor.isAppTest = Boolean(metadata.isAppTest);
  const driver = metadata.driverPackage;
  Meteor.isPackageTest = Boolean(driver) && !Meteor.isTest && !Meteor.isAppTest;
  if (typeof driver === 'string') Meteor.startup(() => startTestDriver(driver));
}

function startTestDriver(name: string): unknown {
  const driver = Package[name] as { runTests?: () => unknown; start?: () => unknown } | undefined;
  if (!driver) throw new Error(`Can't find test driver package: ${name}`);
  if (Meteor.isServer) return driver.start?.();
  if (typeof driver.runTests !== 'function') throw new Error(`Test driver package ${name} missing \`runTests\` export`);
  return driver.runTests();
}
