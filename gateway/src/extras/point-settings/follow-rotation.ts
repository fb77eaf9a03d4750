/** A credential of a point that was just replaced. Secret. */
export interface Rotated {
  pointId: string
  /** The new API key and the id of the one that it replaces; undefined: a secret, which can be read from the point. */
  apiKey?: { oldKeyId: string; key: string }
}

/** For whoever keeps copies of credentials. Called after the commit; never throws. */
export interface RotationFollower {
  followRotation?: ((rotated: Rotated) => Promise<void>) | undefined
}
