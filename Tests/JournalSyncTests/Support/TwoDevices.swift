/// Two devices of one account and the real service, for a suite to stand on.
class TwoDevices {
  let world = CloudWorld()
  let laptop: Device
  let desktop: Device

  init() {
    laptop = Device("laptop", world, number: 1)
    desktop = Device("desktop", world, number: 2)
  }
}
