export { fakeBackend, on, type RecordedCall, rejection } from './fake-backend'
export { makeUser, signInAs } from './sign-in-as'
